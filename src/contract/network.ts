import { z } from 'zod'

/** `http://host:port` or `https://…`, without a query. */
const serverAddressSchema = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((text) => !/[?#]/.test(text), 'it must have no query')

/** How downloads reach the network. */
export const networkSettingsSchema = z.object({
  /** Null takes the proxies that the environment names. */
  proxy: serverAddressSchema.nullable(),
  /** Asked in place of https://huggingface.co. */
  hubMirror: serverAddressSchema.nullable(),
  /** Asked in place of the registry that npm is set to. */
  registryMirror: serverAddressSchema.nullable(),
})
export type NetworkSettings = z.infer<typeof networkSettingsSchema>

export const DEFAULT_NETWORK_SETTINGS: NetworkSettings = {
  proxy: null,
  hubMirror: null,
  registryMirror: null,
}
