import type pg from 'pg'

/** What is still to be done after commits, wherever it is done. */
export interface Backlog {
  /** Events not yet published, and the seconds that the oldest of them has waited. */
  outbox: number
  outboxLag: number
  /** Deliveries with an attempt ahead of them, those that are due, and how late the latest of these is. */
  deliveriesWaiting: number
  deliveriesDue: number
  deliveryLag: number
  /** Mail that is still to be sent, and mail of the last 30 days that nobody got. */
  mailsQueued: number
  mailsFailed: number
  jobsReady: number
  jobsRunning: number
  /** Processes that have told that they work. */
  workers: number
}

export async function readBacklog(reader: pg.Pool): Promise<Backlog> {
  const { rows } = await reader.query<Backlog>(`
    select
      (select count(*)::int from outbox) as outbox,
      (select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float from outbox) as "outboxLag",
      (select count(*)::int from webhook_queue) as "deliveriesWaiting",
      (select count(*)::int from webhook_queue where due_at <= clock_timestamp()) as "deliveriesDue",
      (select coalesce(greatest(extract(epoch from clock_timestamp() - min(due_at)), 0), 0)::float from webhook_queue) as "deliveryLag",
      (select count(*)::int from mails where status = 'queued') as "mailsQueued",
      (select count(*)::int from mails where status = 'failed') as "mailsFailed",
      (select count(*)::int from graphile_worker.jobs where locked_at is null and run_at <= clock_timestamp()) as "jobsReady",
      (select count(*)::int from graphile_worker.jobs where locked_at is not null) as "jobsRunning",
      (select count(*)::int from worker_processes where is_at_work(id)) as workers`)
  return rows[0] as Backlog
}
