// Public interface of this module.
export { memberDays } from './member-days.queries.ts'
export { memberStates } from './member-states.queries.ts'
export { ModelPictures, type PictureSeries } from './model-pictures.ts'
export { listMembers, listModels, newestModel, oneChunk } from './models.queries.ts'
