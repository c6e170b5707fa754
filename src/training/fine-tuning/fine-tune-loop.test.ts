import { expect, test } from 'vitest'
import { FineTuneError } from '../data/corrected-pair'
import { DeviceError } from '../device-step'
import { divergedError } from './fine-tune-loop'

test('a loss that is not a number is a failure of the device, and of the run only on the processor', () => {
  const onDevice = divergedError('webgpu', 7, 'run')
  expect(onDevice).toBeInstanceOf(DeviceError)
  expect(onDevice.message).toBe('Training on webgpu failed: the loss after step 7 is not a number.')
  const onProcessor = divergedError('cpu', 7, 'run')
  expect(onProcessor).toBeInstanceOf(FineTuneError)
  expect(onProcessor.message).toBe('The loss is not a number after step 7: choose a lower learning rate.')
})
