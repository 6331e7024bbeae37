export { startFromRoute } from './start-from-route.ts'
