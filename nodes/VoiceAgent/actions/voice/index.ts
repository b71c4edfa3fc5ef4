import type { Resource } from '../operation';
import { clone } from './clone.operation';

export const voice: Resource = { value: 'voice', name: 'Voice', operations: [clone] };
