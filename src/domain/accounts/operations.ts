import { me } from './me.ts'

export const accountOperations = [me]
