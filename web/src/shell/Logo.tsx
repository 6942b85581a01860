export function Logo() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--mantine-primary-color-filled)" />
      <path d="M9 24h14v-3H9zM11 19.500h10v-2.500H11zM13 15.500h6V7h-6z" fill="#fff" />
    </svg>
  )
}
