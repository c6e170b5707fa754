/** The systems there are, one line each: without its folder and its line here, the rest is as it was. */
export { ccrc } from './ccrc/family'
export { cheers } from './cheers/family'
export { davir } from './davir/family'
export { procap } from './procap/family'
export { rdd } from './rdd/family'
