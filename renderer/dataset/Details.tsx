import { Select, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { imageModeSchema, maskStyleSchema } from '../../src/contract/work'
import { text } from '../text/en'
import styles from './Dataset.module.css'
import { useExportChoice } from './options'

const words = text.dataset.details
const LONGEST_LICENCE = 200

/** What most people leave as it is: how images and masks are written, and the licence in the card. */
export function Details(): ReactElement {
  const { format, images, masks, licence } = useExportChoice()
  return (
    <div className={styles.details}>
      <Select
        label={words.images}
        data={imageModeSchema.options.map((value) => ({ value, label: words.imageModes[value] }))}
        allowDeselect={false}
        value={images}
        onChange={(value) => useExportChoice.setState({ images: imageModeSchema.parse(value) })}
      />
      {format === 'coco' ? (
        <Select
          label={words.masks}
          data={maskStyleSchema.options.map((value) => ({ value, label: words.maskStyles[value] }))}
          allowDeselect={false}
          value={masks}
          onChange={(value) => useExportChoice.setState({ masks: maskStyleSchema.parse(value) })}
        />
      ) : null}
      <TextInput
        label={words.licence}
        placeholder={words.licencePlaceholder}
        maxLength={LONGEST_LICENCE}
        value={licence}
        onChange={(event) => useExportChoice.setState({ licence: event.currentTarget.value })}
      />
    </div>
  )
}
