import { Alert, Button, Modal, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Difference, firstSides, type Side } from './conflict.rules.ts'

interface Props {
  readonly found: readonly Difference[]
  /** Who changed it in the meantime, if the record names them. */
  readonly by: string | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly show: (field: string, value: unknown) => ReactNode
  readonly onSave: (sides: Readonly<Record<string, Side>>) => void
  readonly onBack: () => void
}

/** Somebody else saved first: the user chooses field by field. */
export function ConflictDialog({ found, by, labels, show, onSave, onBack }: Props) {
  const { t } = useTranslation()
  const [sides, setSides] = useState(() => firstSides(found))
  const all = (side: Side) => setSides(Object.fromEntries(found.map(({ field }) => [field, side])))
  return (
    <Modal
      open
      width={760}
      title={t('form.conflict')}
      okText={t('form.conflictSave')}
      cancelText={t('form.conflictBack')}
      onOk={() => onSave(sides)}
      onCancel={onBack}
    >
      <Alert
        type="warning"
        showIcon
        className="form-alert"
        title={by === undefined ? t('form.conflictText') : t('form.conflictBy', { name: by })}
      />
      {found.length === 0 ? (
        <p>{t('form.conflictSame')}</p>
      ) : (
        <>
          <div className="conflict-all">
            <Button onClick={() => all('mine')}>{t('form.allMine')}</Button>
            <Button onClick={() => all('theirs')}>{t('form.allTheirs')}</Button>
          </div>
          <ul className="conflict">
            {found.map(({ field, base, mine, theirs }) => (
              <li key={field}>
                <Radio.Group
                  className="conflict-sides"
                  aria-label={labels[field] ?? field}
                  value={sides[field]}
                  onChange={(event) => setSides({ ...sides, [field]: event.target.value as Side })}
                >
                  <strong>{labels[field] ?? field}</strong>
                  <Radio value="mine">
                    <small>{t('form.useMine')}</small> {shown(show(field, mine), t('form.empty'))}
                  </Radio>
                  <Radio value="theirs">
                    <small>{t('form.useTheirs')}</small> {shown(show(field, theirs), t('form.empty'))}
                  </Radio>
                  <span className="conflict-base">
                    <small>{t('form.conflictBase')}</small> {shown(show(field, base), t('form.empty'))}
                  </span>
                </Radio.Group>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

const shown = (value: ReactNode, empty: string): ReactNode =>
  value === null || value === undefined || value === '' ? empty : value
