import { configDefaults, defineConfig } from 'vitest/config'

/** Measures how long answers take, so it runs when everything else is over. */
const ALONE = 'test/road/quiet-neighbour.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/harness/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // types are tested by tsc, which reads every *.types.ts file of test/
    typecheck: { enabled: false },
    projects: [
      { test: { name: 'beside', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [...configDefaults.exclude, ALONE] } },
      { test: { name: 'alone', include: [ALONE], sequence: { groupOrder: 1 } } },
    ],
  },
})
