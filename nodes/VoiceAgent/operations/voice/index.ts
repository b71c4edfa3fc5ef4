import type { Resource } from '../define';
import { clone } from './clone.operation';

export const voice: Resource = { value: 'voice', name: 'Voice', operations: [clone] };
