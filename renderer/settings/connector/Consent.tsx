import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import styles from '../../connector/Connector.module.css'
import { SentList } from '../../connector/SentList'
import { changeConnector } from '../../connector/target'
import { text } from '../../text/en'
import { askModels } from './models'
import { useConsent } from './place'

const words = text.connector.consent

/** Before the first picture goes to a public address, what would go is said, and a person agrees. */
export function Consent(): ReactElement | null {
  const { isOpen, place } = useConsent()
  if (place === null) {
    return null
  }
  function agree(): void {
    changeConnector({ agreedTo: place?.origin ?? null })
    close()
    void askModels()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={words.title(place.host)} size="34rem">
      <p>{words.where(place.origin)}</p>
      <h3 className={styles.heading}>{text.connector.sent.title}</h3>
      <SentList />
      <div className={styles.commands}>
        <Button onClick={agree}>{words.agree(place.host)}</Button>
        <Button data-autofocus variant="default" onClick={close}>
          {text.frame.cancel}
        </Button>
      </div>
    </Modal>
  )
}

function close(): void {
  useConsent.setState({ isOpen: false })
}
