import { SettingOutlined } from '@ant-design/icons'
import { Alert, Button, InputNumber, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { a4, fits, type LabelLayout, layoutBounds, sheetOf24 } from './paper.rules.ts'

interface Props {
  readonly layout: LabelLayout
  readonly onLayout: (layout: LabelLayout | null) => void
  readonly used: number
  readonly onUsed: (used: number) => void
}

const fields = Object.keys(layoutBounds) as (keyof LabelLayout)[]

/** Label positions on a bought sheet, and the number of labels already used on the first sheet. */
export function LayoutControls({ layout, onLayout, used, onUsed }: Props) {
  const { t } = useTranslation('printing')
  const places = layout.columns * layout.rows
  return (
    <>
      <span className="print-number">
        <label htmlFor="labels-used">{t('layout.used')}</label>
        <InputNumber<number>
          id="labels-used"
          min={0}
          max={places - 1}
          precision={0}
          value={used}
          onChange={(value) => onUsed(Math.min(value ?? 0, places - 1))}
        />
      </span>
      <Popover
        trigger="click"
        placement="bottomRight"
        title={t('layout.title')}
        content={<LayoutFields layout={layout} onLayout={onLayout} />}
      >
        <Button icon={<SettingOutlined />}>
          {t('layout.shown', { columns: layout.columns, rows: layout.rows, ...sizeOf(layout) })}
        </Button>
      </Popover>
    </>
  )
}

const sizeOf = ({ widthMm, heightMm }: LabelLayout) => ({ width: widthMm, height: heightMm })

function LayoutFields({ layout, onLayout }: Pick<Props, 'layout' | 'onLayout'>) {
  const { t } = useTranslation('printing')
  return (
    <div className="print-layout">
      {fields.map((field) => {
        const [min, max] = layoutBounds[field]
        const isCount = field === 'columns' || field === 'rows'
        return (
          <div key={field} className="print-number">
            <label htmlFor={`layout-${field}`}>{t(`layout.${field}`)}</label>
            <InputNumber<number>
              id={`layout-${field}`}
              min={min}
              max={max}
              step={isCount ? 1 : 0.5}
              precision={isCount ? 0 : 1}
              value={layout[field]}
              onChange={(value) => value !== null && onLayout({ ...layout, [field]: value })}
            />
          </div>
        )
      })}
      {!fits(layout, a4) && <Alert type="warning" showIcon title={t('layout.tooLarge')} />}
      <Button onClick={() => onLayout(null)}>
        {t('layout.reset', { columns: sheetOf24.columns, rows: sheetOf24.rows, ...sizeOf(sheetOf24) })}
      </Button>
    </div>
  )
}
