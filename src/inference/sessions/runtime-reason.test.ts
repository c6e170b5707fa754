import { expect, test } from 'vitest'
import { runtimeReason } from './runtime-reason'

test.each([
  [
    '/onnxruntime_src/webgpu_context.cc:75 onnxruntime::Initialize(int)::<lambda()> status == Success was false. No adapter.\n  at',
    'No adapter.',
  ],
  ['/src/tensor.cc:9 onnxruntime::Make()::<lambda()> out of memory', 'out of memory'],
  ['\nFailed to load library libcuda.so\nmore', 'Failed to load library libcuda.so'],
  ['x'.repeat(400), 'x'.repeat(300)],
])('of %j is told what went wrong', (message, reason) => {
  expect(runtimeReason(new Error(message))).toBe(reason)
})
