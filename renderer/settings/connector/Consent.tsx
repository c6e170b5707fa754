import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import styles from '../../connector/Connector.module.css'
import { SentList } from '../../connector/SentList'
import { changeConnector } from '../../connector/target'
import { text } from '../../text/en'
import { fetchModels } from './models'
import { useConsent } from './endpoint'

const words = text.connector.consent

/** Before the first picture goes to a public address, what would go is said, and a person agrees. */
export function Consent(): ReactElement | null {
  const { isOpen, endpoint } = useConsent()
  if (endpoint === null) {
    return null
  }
  function agree(): void {
    changeConnector({ agreedTo: endpoint?.origin ?? null })
    close()
    void fetchModels()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={words.title(endpoint.host)} size="34rem">
      <p>{words.where(endpoint.origin)}</p>
      <h3 className={styles.heading}>{text.connector.sent.title}</h3>
      <SentList />
      <div className={styles.commands}>
        <Button onClick={agree}>{words.agree(endpoint.host)}</Button>
        <Button data-autofocus variant="default" onClick={close}>
          {text.shell.cancel}
        </Button>
      </div>
    </Modal>
  )
}

function close(): void {
  useConsent.setState({ isOpen: false })
}
