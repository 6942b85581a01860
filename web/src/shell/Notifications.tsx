import { Notifications as MantineNotifications } from '@mantine/notifications'

/** At most five at a time, for four seconds each; the rest wait. */
export function Notifications() {
  return (
    <MantineNotifications
      position="bottom-right"
      autoClose={4000}
      transitionDuration={250}
      containerWidth={440}
      notificationMaxHeight={200}
      limit={5}
    />
  )
}
