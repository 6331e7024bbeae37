import Type from 'typebox'

const MAX_TAG = 60

/** As callers send them. */
export const TagsInput = Type.Array(Type.String({ maxLength: MAX_TAG }), {
  maxItems: 20,
  description: 'Kept in small letters, without blanks around them, each once; empty ones are dropped.',
})
export const Tags = Type.Array(Type.String())
export const TagFilter = Type.String({ maxLength: MAX_TAG, description: 'Only what carries this tag, in upper or lower case.' })
