import { create } from 'zustand'
import { changeConnector } from '../../connector/target'
import { engine } from '../../engine'
import { useEngineState } from '../../state/engine-state'
import { messageOf } from '../../state/notices'

/** The models that the server listed last. */
interface Listed {
  models: readonly string[] | null
  isLoading: boolean
  problem: string | null
}

const NOTHING: Listed = { models: null, isLoading: false, problem: null }

export const useModels = create<Listed>()(() => NOTHING)

let latest = 0

/** Another server has other models. */
export function forgetModels(): void {
  latest += 1
  useModels.setState(NOTHING)
}

/** The only one there is is taken where none was named. */
export async function fetchModels(): Promise<void> {
  latest += 1
  const request = latest
  useModels.setState({ ...NOTHING, isLoading: true })
  const answer = await engine.call('connector.models', {}).then(
    ({ models }): Listed => ({ ...NOTHING, models }),
    (error: unknown): Listed => ({ ...NOTHING, problem: messageOf(error) }),
  )
  if (request !== latest) {
    return
  }
  useModels.setState(answer)
  if (answer.models?.length === 1 && useEngineState.getState().settings.connector.model === '') {
    changeConnector({ model: answer.models[0] })
  }
}
