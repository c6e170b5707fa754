/** The model families, one line each: a family can be removed with its folder and its line here. */
export { ccrc } from './ccrc/network/family'
export { cheers } from './cheers/network/family'
export { davir } from './davir/network/family'
export { procap } from './procap/network/family'
export { rdd } from './rdd/network/family'
