export { tidyTag, tidyTags } from './tag.rules.ts'
export { TagFilter, Tags, TagsInput } from './tag.ts'
