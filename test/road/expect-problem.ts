import { expect } from 'vitest'
import { PROBLEMS, type ProblemCode } from '../../src/operations/problem.ts'
import type { Answer } from '../harness/api.ts'

/** A refusal as every door owes it: problem+json, complete, and its number in the header too. */
export function expectProblem({ status, headers, body }: Answer, code: ProblemCode): void {
  expect([status, body?.code]).toEqual([PROBLEMS[code].status, code])
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(body).toMatchObject({ type: expect.stringMatching(new RegExp(`/problems/${code}$`)), title: PROBLEMS[code].title, status })
  expect(body.detail).toEqual(expect.any(String))
  expect(body.requestId).toBe(headers.get('request-id'))
}

export const pathsOf = ({ body }: Answer): string[] => body.errors.map(({ path }: { path: string }) => path).sort()
