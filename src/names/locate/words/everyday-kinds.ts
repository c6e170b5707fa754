/** Everyday words that mean several of the detector's kinds, or kinds that a detector takes for each other. */
export const VEHICLES = ['car', 'truck', 'bus', 'motorcycle']
export const VANS = ['car', 'truck', 'bus']
export const PICKUPS = ['truck', 'car']
export const CYCLISTS = ['person', 'bicycle', 'motorcycle']
export const BIKES = ['bicycle', 'motorcycle']
export const BAGS = ['handbag', 'backpack', 'suitcase']
export const PLANTS = ['potted plant']
export const TABLES = ['dining table']
export const GLASSES = ['wine glass', 'cup']
export const SCREENS = ['tv', 'laptop']
export const SEATS = ['chair', 'bench', 'couch']
export const ANIMALS = [
  'bird',
  'cat',
  'dog',
  'horse',
  'sheep',
  'cow',
  'elephant',
  'bear',
  'zebra',
  'giraffe',
]
export const FRUIT = ['banana', 'apple', 'orange']
