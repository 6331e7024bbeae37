import Type from 'typebox'
import { Kind, named, OneOf, Shape, Timestamp, Uuid } from '../../operations/schema.ts'
import { KINDS } from './entity.ts'

export const Feature = named(
  'CatalogFeature',
  Shape(
    {
      object: Kind('catalog_feature'),
      id: Uuid(),
      key: Type.String({ description: 'As `content.features` of an entry and the filter `feature` name it.' }),
      name: Type.String({ description: 'For people.' }),
      kinds: Type.Array(OneOf(KINDS), { description: 'The kinds of entries that it is meant for.' }),
      icon: Type.String({ description: 'The name of a picture for it.' }),
      createdAt: Timestamp(),
    },
    { description: 'Something that can be said of an entry in one word (rasgo).' },
  ),
)
