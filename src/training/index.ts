/** Training and evaluation on ONNX Runtime; docs/graph.md explains them. */
export { CheckpointError, loadCheckpoint, loadNewest, saveCheckpoint } from './checkpoint'
export type { Checkpoint } from './checkpoint'
export { EvaluationSession } from './session'
export type { EvaluationOutput } from './session'
export type { TensorData, Provider, SessionOptions } from './session'
export { TrainStep } from './train-step'
export type { StepResult, TrainingState } from './train-step'
