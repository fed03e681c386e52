// What other modules may use of this one.
export {
  type FormEdition,
  type FormItem,
  editionInUse,
  itemsOfForm,
  optionalItemsOfForm,
} from './form-items.reads.ts'
export { canKeep } from './standards.rules.ts'
