// Public interface of this module.
export { memberStates } from './member-states.queries.ts'
export { ModelPictures, type PictureSeries } from './model-pictures.ts'
export { newestModel } from './models.queries.ts'
