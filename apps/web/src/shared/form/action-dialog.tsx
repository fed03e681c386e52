import { lazyDialog } from '../ui/lazy-dialog.tsx'

/** Asks for confirmation, performs the action once and shows errors. Mount it to open it. */
export const ActionDialog = lazyDialog(async () => (await import('./action-modal.tsx')).ActionModal)
