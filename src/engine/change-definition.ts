import { changeDefinitionSchema } from '../contract/project'
import type { MetaTable } from '../store/json'

const META_NAME = 'change-definition'
const storedSchema = changeDefinitionSchema.catch('')

/** What counts as change in a project; empty where nobody has said it, or the stored text is damaged. */
export function getChangeDefinition(meta: MetaTable): string {
  return storedSchema.parse(meta.get(META_NAME) ?? '')
}

export function setChangeDefinition(meta: MetaTable, text: string): void {
  meta.set(META_NAME, text.trim())
}
