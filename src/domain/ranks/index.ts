export { rankBetween, ranksBetween } from './rank.rules.ts'
