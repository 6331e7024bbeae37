export { findUser, setRevoked } from './account.queries.ts'
export { keyring } from './keyring.ts'
export { openKey, openUser } from './open-account.ts'
export { allAgencies, allKeys, allUsers, findAgencyOf, insertAgency } from './operator.queries.ts'
