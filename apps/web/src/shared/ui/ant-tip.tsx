// A separate file: loaded when the user first points at something with a tooltip.
export { Tooltip as AntTip } from 'antd'
