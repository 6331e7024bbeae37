type Json = Record<string, unknown>

/**
 * The same schema in the dialect that every assistant's provider takes: some know no list of types, so a nullable member
 * becomes a choice between two.
 */
export function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable)
  if (typeof schema !== 'object' || schema === null) return schema
  const plain = Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, portable(member)]))
  return isChoiceOfTypes(plain) ? asChoice(plain) : plain
}

/** Not a member that is called `type`: that one is a schema. */
const isChoiceOfTypes = (schema: Json): schema is Json & { type: string[] } => Array.isArray(schema.type)

function asChoice({ type: types, description, default: fallback, enum: values, ...constraints }: Json & { type: string[] }): Json {
  const present = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}
  return {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
    anyOf: types.map((type) => (type === 'null' ? { type } : { type, ...constraints, ...present })),
  }
}
