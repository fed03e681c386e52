import type { Permission } from '@cloud-factory/domain/identity/permissions'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { loadWords } from '../i18n/i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { lazyThemed } from '../theme/lazy-themed.tsx'
import { Button } from '../ui/button.tsx'
import { Overlay } from '../ui/overlay.tsx'
import type { Importing } from './import-dialog.tsx'

const ImportDialog = lazyThemed(async () => {
  const [dialog] = await Promise.all([import('./import-dialog.tsx'), loadWords('record-import')])
  return dialog.ImportDialog
})

/** Adds records of a list from a file. */
export function ImportButton({ permission, ...importing }: Importing & { readonly permission: Permission }) {
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Allowed permission={permission}>
      <Button onClick={() => setOpen(true)}>{t('import')}</Button>
      {open && (
        <Overlay onClose={close}>
          <ImportDialog {...importing} onClose={close} />
        </Overlay>
      )}
    </Allowed>
  )
}
