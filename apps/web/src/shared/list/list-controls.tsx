import type { ComponentProps } from 'react'
import { ColumnSettings } from './column-settings.tsx'
import { ListBar } from './list-bar.tsx'

type Props = Omit<ComponentProps<typeof ListBar>, 'columnSettings'> &
  Pick<ComponentProps<typeof ColumnSettings>, 'columns'>

/** Everything above the rows. */
export function ListControls({ columns, ...bar }: Props) {
  return <ListBar {...bar} columnSettings={<ColumnSettings columns={columns} list={bar.list} />} />
}
