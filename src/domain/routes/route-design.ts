import type { Static } from 'typebox'
import { invalid } from '../../operations/input.ts'
import { completeDesign, type Design, type DesignInput, designMistakes } from '../design/index.ts'
import { undated } from './route.rules.ts'

/** A design as a route keeps it, or a refusal that says what is wrong with it as a whole. */
export function routeDesign(input: Static<typeof DesignInput>): Design {
  const design = undated(completeDesign(input))
  const mistakes = designMistakes(design, null)
  if (mistakes.length > 0) throw invalid(mistakes)
  return design
}
