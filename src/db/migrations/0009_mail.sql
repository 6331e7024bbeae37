-- Mail to people, as writes leave it: a row and a job of the same transaction.

create table mails (
  agency_id uuid not null references agencies,
  id uuid not null,
  kind text not null,
  -- what it is about, by its id: whether its mail went out is asked there
  about_id uuid not null,
  recipient text not null,
  -- a line: what follows a line break would be a header of its own
  subject text not null check (subject !~ '[[:cntrl:]]'),
  -- gone once it was sent or has failed: what it says may open something
  body_text text,
  body_html text,
  status text not null check (status in ('queued', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  check ((status = 'queued') = (body_text is not null and body_html is not null and next_try_at is not null)),
  check ((status = 'sent') = (sent_at is not null))
);
-- the last one about something
create index mails_about on mails (agency_id, about_id, kind, created_at);
-- for the clean-up of those older than 30 days
create index mails_by_age on mails (created_at);
-- for whoever watches: how many wait, how many failed
create index mails_not_sent on mails (status) where status <> 'sent';
call tenant_table('mails');

-- As add_delivery_job: the one way for a mail into the job queue. The flag keeps a mail server that hangs from taking every
-- job there is; a try that is planned while another one runs takes its key over.
create function add_mail_job(p_agency uuid, p_mail uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job('mail', json_build_object('agencyId', p_agency, 'mailId', p_mail),
    run_at => p_at, max_attempts => 1000, job_key => p_mail::text, flags => array['mail']);
end $$;
grant create on schema public to travesia_worker;
alter function add_mail_job owner to travesia_worker;
revoke create on schema public from travesia_worker;
revoke execute on function add_mail_job from public;
grant execute on function add_mail_job to travesia_writer;

-- Writes down how a try went: it was the last one, or the next one gets its job. What somebody else settled stays as it is.
create function settle_mail(p_agency uuid, p_mail uuid, p_now timestamptz, p_status text, p_error text, p_next_try_at timestamptz)
returns void language plpgsql as $$
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  update mails m set
    status = p_status,
    tries = m.tries + 1,
    next_try_at = p_next_try_at,
    last_error = p_error,
    sent_at = case when p_status = 'sent' then p_now end,
    body_text = case when p_status = 'queued' then m.body_text end,
    body_html = case when p_status = 'queued' then m.body_html end,
    updated_at = p_now
  where m.agency_id = p_agency and m.id = p_mail and m.status = 'queued';
  if found and p_status = 'queued' then
    perform add_mail_job(p_agency, p_mail, p_next_try_at);
  end if;
end $$;
