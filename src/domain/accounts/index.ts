import { me } from './me.ts'

export const accountOperations = [me]
export { findAgencyOf, findUser, insertAgency, listAgencies, listKeys, listUsers, setRevoked } from './account.queries.ts'
export { keyring } from './keyring.ts'
export { openKey, openUser } from './open-account.ts'
