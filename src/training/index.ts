/** Training and evaluation on ONNX Runtime; docs/graph.md explains them. */
export { CheckpointError, loadCheckpoint, loadNewest, saveCheckpoint } from './checkpoint'
export type { Checkpoint } from './checkpoint'
export { Evaluation } from './evaluation'
export type { EvaluationOutput } from './evaluation'
export type { Fed, Provider, SessionOptions } from './session'
export { TrainStep } from './train-step'
export type { StepResult, TrainingState } from './train-step'
