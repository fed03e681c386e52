// What other modules may use of this one.
export {
  type FormEdition,
  type FormItem,
  editionInUse,
  itemsOfForm,
  optionalItemsOfForm,
} from './form-items.queries.ts'
