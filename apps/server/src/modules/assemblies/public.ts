// Public interface of this module.
export { assembledPieces, lackingOf, lackingPieces, neededSubAssemblies } from './sub-assemblies.queries.ts'
export { syncSubAssemblies } from './imported.store.ts'
