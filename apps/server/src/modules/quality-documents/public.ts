// Public interface of this module.
export { releasedDossiers } from './released-dossiers.ts'
