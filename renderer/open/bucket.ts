import { create } from 'zustand'
import {
  bucketAddressSchema,
  bucketEndpointSchema,
  bucketRegionSchema,
  isBucketAddress,
} from '../../src/contract/buckets'
import { asSentence, message } from '../../src/messages/message'
import type { Message } from '../../src/messages/message'
import { engine } from '../engine'
import { attempt } from '../state/notices'
import { messageOf, spellMessage } from '../text/message'
import { inspect, openByReadings } from './flow'

type Field = 'address' | 'endpoint' | 'region'

interface BucketForm {
  isOpen: boolean
  /** As typed; what is empty takes the default. */
  address: string
  endpoint: string
  region: string
  /** Null until somebody chose. */
  pathStyle: boolean | null
  /** Whether the fields of the server are unfolded. */
  isServerShown: boolean
  isListing: boolean
  problem: string | null
  /** The field that the problem is about; null for the bucket. */
  problemField: Field | null
}

export const useBucketForm = create<BucketForm>()(() => ({
  isOpen: false,
  address: '',
  endpoint: '',
  region: '',
  pathStyle: null,
  isServerShown: false,
  isListing: false,
  problem: null,
  problemField: null,
}))

/** What is typed stays from one opening of the dialog to the next. */
export function showBucketForm(address: string | null = null): void {
  useBucketForm.setState({ isOpen: true, ...CLEAN, ...(address === null ? {} : { address }) })
}

const CLEAN = { problem: null, problemField: null }

export function changeBucketForm(
  change: Partial<Pick<BucketForm, Field | 'pathStyle' | 'isServerShown'>>,
): void {
  useBucketForm.setState({ ...change, ...CLEAN })
}

/** What was typed where a path can be: the address of a bucket leads to its dialog. */
export function openTyped(path: string): void {
  if (isBucketAddress(path)) {
    showBucketForm(path)
  } else {
    void inspect(path)
  }
}

/** An answer counts only while the dialog still waits for it. */
let latest = 0

export async function closeBucketForm(): Promise<void> {
  latest += 1
  const { isListing } = useBucketForm.getState()
  useBucketForm.setState({ isOpen: false, isListing: false })
  if (isListing) {
    await attempt(engine.call('buckets.cancel', {}))
  }
}

/** Looks at the bucket, and opens it. What goes wrong is said in the dialog, where what was typed stays. */
export async function openBucket(): Promise<void> {
  const { pathStyle, ...form } = useBucketForm.getState()
  const wrong = wrongField(form)
  if (form.isListing || wrong !== null) {
    useBucketForm.setState(wrong ?? {})
    return
  }
  latest += 1
  const request = latest
  useBucketForm.setState({ isListing: true, ...CLEAN })
  try {
    const { folder, address, readings } = await engine.call('buckets.inspect', {
      address: form.address.trim(),
      endpoint: typedOrNull(form.endpoint),
      region: typedOrNull(form.region),
      pathStyle,
    })
    if (request === latest) {
      useBucketForm.setState({ isOpen: false, isListing: false })
      await openByReadings({ folder, shown: address }, readings)
    }
  } catch (error) {
    if (request === latest) {
      useBucketForm.setState({ isListing: false, problem: messageOf(error) })
    }
  }
}

function typedOrNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim()
}

type Problem = Pick<BucketForm, 'problem' | 'problemField'> & { isServerShown?: boolean }

/** In the words that the engine has for it. Null where all fields can be sent. */
function wrongField(form: Pick<BucketForm, Field>): Problem | null {
  const [address, endpoint, region] = [form.address.trim(), form.endpoint.trim(), form.region.trim()]
  if (!bucketAddressSchema.safeParse(address).success) {
    return problemOf('address', message('buckets.noAddress', { address }))
  }
  if (endpoint !== '' && !bucketEndpointSchema.safeParse(endpoint).success) {
    return problemOf('endpoint', message('buckets.noEndpoint'))
  }
  return region === '' || bucketRegionSchema.safeParse(region).success
    ? null
    : problemOf('region', message('buckets.noRegion', { region }))
}

function problemOf(field: Field, text: Message): Problem {
  return {
    problem: spellMessage(asSentence(text)),
    problemField: field,
    ...(field === 'address' ? {} : { isServerShown: true }),
  }
}
