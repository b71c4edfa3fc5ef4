import type { Room } from '../room.ts';
import { changeStream } from './changes.ts';
import { dashboardPages } from './pages.ts';

/** The dashboard that sections 4 to 6 speak of: keys are made there, webhooks set up, deliveries looked at. */
export const dashboardRoom: Room = { name: 'dashboard', pages: dashboardPages, control: changeStream };
