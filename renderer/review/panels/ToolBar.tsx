import { Popover, Slider, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { keysFor } from '../../keys/actions'
import { text } from '../../text/chosen'
import { ToggleButton } from '../../components/ToggleButton'
import { useIsLooking } from '../commands/claims'
import { takeTool, useWhyNotDrawnOn } from '../commands/take-tool'
import { useReviewSession } from '../session'
import { doesEdit, toolNames, tools } from '../tools/tools'
import type { Tool } from '../tools/tools'
import { HintCallout } from '../hints/HintCallout'
import styles from './ToolBar.module.css'

const words = text.review

export function ToolBar(): ReactElement {
  return (
    <div
      className={styles.toolBar}
      role="toolbar"
      aria-label={words.toolBar}
      aria-orientation="vertical"
      data-keep-focus
      data-pane
      tabIndex={-1}
    >
      {toolNames.map((tool) =>
        tool === 'brush' ? (
          <HintCallout key={tool} hint="paint" position="right-start">
            <div>
              <ToolButton tool={tool} />
            </div>
          </HintCallout>
        ) : (
          <ToolButton key={tool} tool={tool} />
        ),
      )}
      <span className={styles.toolDivider} />
      <BrushSize />
      <MaskOpacity />
    </div>
  )
}

function ToolButton({ tool }: { tool: Tool }): ReactElement {
  const isOn = useReviewSession((session) => session.tool === tool)
  const isViewOnly = useIsLooking()
  const reason = useWhyNotDrawnOn()
  return (
    <ToggleButton
      label={text.stage.tools[tool]}
      keys={keysFor(`tool.${tool}`)}
      isOn={isOn}
      isDisabled={isViewOnly && doesEdit(tool)}
      reason={doesEdit(tool) ? reason : null}
      size={32}
      position="right"
      onClick={() => takeTool(tool)}
    >
      {tools[tool].icon}
    </ToggleButton>
  )
}

/** The slider is in powers of two, as sizes are felt. */
function BrushSize(): ReactElement {
  const size = useReviewSession((session) => session.brushSize)
  return (
    <Setting label={words.brushSize} value={`${size}`} unit="px">
      <Slider
        thumbLabel={words.brushSize}
        min={0}
        max={9}
        step={0.05}
        value={Math.log2(size)}
        label={words.pixels(size)}
        onChange={(power) => useReviewSession.getState().setBrushSize(2 ** power)}
      />
    </Setting>
  )
}

function MaskOpacity(): ReactElement {
  const opacity = useReviewSession((session) => session.maskOpacity)
  const percent = Math.round(opacity * 100)
  return (
    <Setting label={words.masks.opacity} value={`${percent}`} unit="%">
      <Slider
        thumbLabel={words.masks.opacity}
        min={0}
        max={1}
        step={0.05}
        value={opacity}
        label={`${percent} %`}
        onChange={(value) => useReviewSession.getState().setMaskOpacity(value)}
      />
    </Setting>
  )
}

interface SettingProps {
  label: string
  value: string
  unit: string
  children: ReactNode
}

/** A number in the narrow bar that opens its slider. */
function Setting({ label, value, unit, children }: SettingProps): ReactElement {
  return (
    <Popover position="right" width={200}>
      <Popover.Target>
        <UnstyledButton className={styles.setting} title={label}>
          <VisuallyHidden>{label}</VisuallyHidden>
          <span>{value}</span>
          <span className={styles.unit}>{unit}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={styles.settingLabel}>{label}</div>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
