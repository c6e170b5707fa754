import { Alert, Button, Checkbox, Loader, Modal, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconBucket } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FormEvent, ReactElement } from 'react'
import shared from '../components/shared.module.css'
import { engine } from '../engine'
import { usePerson } from '../state/person'
import { useQuery } from '../state/use-query'
import { text } from '../text/chosen'
import styles from './BucketDialog.module.css'
import { changeBucketForm, closeBucketForm, openBucket, showBucketForm, useBucketForm } from './bucket'

const words = text.open.bucket

/** Opens the dialog for a bucket. A team's server has its images from the start, and opens no other ones. */
export function BucketButton(): ReactElement | null {
  return usePerson() === null ? (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconBucket size={16} />}
        onClick={() => showBucketForm()}
      >
        {words.open}
      </Button>
      <BucketDialog />
    </>
  ) : null
}

function BucketDialog(): ReactElement {
  const isOpen = useBucketForm((form) => form.isOpen)
  return (
    <Modal opened={isOpen} onClose={() => void closeBucketForm()} title={words.title} size="36rem">
      <Form />
    </Modal>
  )
}

function submit(event: FormEvent): void {
  event.preventDefault()
  void openBucket()
}

function Form(): ReactElement {
  const { address, isListing, problem, problemField } = useBucketForm()
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        label={words.address}
        placeholder="s3://BUCKET/FOLDER"
        value={address}
        error={problemField === 'address' ? problem : null}
        readOnly={isListing}
        spellCheck={false}
        data-autofocus
        onChange={(event) => changeBucketForm({ address: event.currentTarget.value })}
      />
      <Server />
      <p className={shared.note}>{words.credentials}</p>
      {problem !== null && problemField === null ? (
        <Alert color="orange" variant="outline" icon={<IconAlertTriangle />} role="alert">
          <span data-selectable>{problem}</span>
        </Alert>
      ) : null}
      <div className={styles.buttons}>
        {isListing ? <Listing /> : null}
        <Button variant="default" onClick={() => void closeBucketForm()}>
          {text.shell.cancel}
        </Button>
        <Button type="submit" disabled={address.trim() === '' || isListing}>
          {words.confirm}
        </Button>
      </div>
    </form>
  )
}

/** Folded: with variables of the environment, or at Amazon, nothing of it is needed. */
function Server(): ReactElement {
  const { endpoint, region, pathStyle, isServerShown, isListing, problem, problemField } = useBucketForm()
  const { value: defaults } = useQuery('defaults', () => engine.call('buckets.defaults', {}))
  const present = endpoint.trim() === '' ? (defaults?.endpoint ?? '') : endpoint.trim()
  return (
    <>
      <details
        open={isServerShown}
        onToggle={(event) => {
          if (event.currentTarget.open !== isServerShown) {
            changeBucketForm({ isServerShown: event.currentTarget.open })
          }
        }}
      >
        <summary>{words.server}</summary>
        <div className={styles.fields}>
          <TextInput
            label={words.endpoint}
            description={words.endpointExplain}
            placeholder={defaults?.endpoint ?? words.amazon}
            value={endpoint}
            error={problemField === 'endpoint' ? problem : null}
            readOnly={isListing}
            spellCheck={false}
            onChange={(event) => changeBucketForm({ endpoint: event.currentTarget.value })}
          />
          <TextInput
            label={words.region}
            description={words.regionExplain}
            placeholder={defaults?.region ?? (present === '' ? '' : 'us-east-1')}
            value={region}
            error={problemField === 'region' ? problem : null}
            readOnly={isListing}
            spellCheck={false}
            onChange={(event) => changeBucketForm({ region: event.currentTarget.value })}
          />
          <Checkbox
            label={words.pathStyle}
            checked={pathStyle ?? present !== ''}
            disabled={isListing}
            onChange={(event) => changeBucketForm({ pathStyle: event.currentTarget.checked })}
          />
        </div>
      </details>
      {isInTheClear(present) ? <p className={shared.problem}>{words.inTheClear}</p> : null}
    </>
  )
}

/** Over a network without encryption. What stays on this machine passes nobody. */
function isInTheClear(endpoint: string): boolean {
  return /^http:/i.test(endpoint) && !/^http:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/i.test(endpoint)
}

/** How many objects of the bucket are listed so far; null before any. */
export function useListed(): number | null {
  const [listed, setListed] = useState<number | null>(null)
  useEffect(() => engine.on('buckets.listed', ({ count }) => setListed(count)), [])
  return listed
}

function Listing(): ReactElement {
  const listed = useListed()
  return (
    <span className={styles.listing}>
      <Loader size="xs" />
      <output>{listed === null ? words.listing : words.listed(listed)}</output>
    </span>
  )
}
