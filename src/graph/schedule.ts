/** The learning rate at a step, counted from 0. */
export type Schedule = (step: number) => number

export function constantRate(rate: number): Schedule {
  return () => rate
}

/** Linear from rate / steps to the rate of the schedule that follows, which counts from its own start. */
export function withWarmUp(steps: number, schedule: Schedule): Schedule {
  return (step) => (step < steps ? (schedule(0) * (step + 1)) / steps : schedule(step - steps))
}

/** Half a cosine from `rate` to `rate * floor` (Loshchilov & Hutter 2017), and flat from there on. */
export function cosineRate(rate: number, steps: number, floor = 0): Schedule {
  return (step) => {
    const progress = Math.min(1, step / Math.max(1, steps))
    return rate * (floor + (1 - floor) * 0.5 * (1 + Math.cos(Math.PI * progress)))
  }
}
