import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import type { ReactElement } from 'react'

export function App(): ReactElement {
  return <MantineProvider defaultColorScheme="dark">Deltascribe</MantineProvider>
}
