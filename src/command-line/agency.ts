import { randomUUIDv7 } from 'node:crypto'
import { allAgencies, insertAgency } from '../domain/accounts/index.ts'
import { asOperator, type Command, optional, required, table } from './command.ts'

const units = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

export const agencyCreate: Command = {
  name: 'agency create',
  usage: '--name NAME [--per-key-per-minute N] [--per-agency-per-minute N]',
  does: 'makes an agency',
  options: { name: { type: 'string' }, 'per-key-per-minute': { type: 'string' }, 'per-agency-per-minute': { type: 'string' } },
  async run({ settings, values }) {
    const name = required(values, 'name')
    const perKey = optional(values, 'per-key-per-minute', units, 'a whole number above 0')
    const perAgency = optional(values, 'per-agency-per-minute', units, 'a whole number above 0')
    const id = randomUUIDv7()
    await asOperator(settings, ({ writer }) => insertAgency(writer, id, name, perKey, perAgency))
    return { id, name }
  },
  show: ({ id, name }: { id: string; name: string }) => `Agency ${name}: ${id}`,
}

export const agencyList: Command = {
  name: 'agency list',
  usage: '',
  does: 'lists agencies and their limits',
  options: {},
  run: ({ settings }) => asOperator(settings, ({ reader }) => allAgencies(reader)),
  show: (agencies: Record<string, unknown>[]) => table(agencies, 'There are no agencies yet: travesia agency create --name NAME'),
}
