import { PlusOutlined } from '@ant-design/icons'
import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'

const ItemsDialog = lazyPart(async () => (await import('./items-dialog.tsx')).ItemsDialog)

/** Opens the items of the standard that judge only some members: the inspector knows which this one is. */
export function AddItems({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const [open, setOpen] = useState(false)
  if (form.status !== 'draft') return null
  return (
    <div {...ItemsDialog.early}>
      <ReasonButton icon={<PlusOutlined />} allowed={form.can.items} onClick={() => setOpen(true)}>
        {t('items.add')}
      </ReasonButton>
      <Overlay onClose={() => setOpen(false)}>
        {open && <ItemsDialog form={form} onClose={() => setOpen(false)} />}
      </Overlay>
    </div>
  )
}
