export { startFromTemplate } from './start-from-template.ts'
