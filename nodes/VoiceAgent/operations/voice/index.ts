import type { Resource } from '../../execution/operation';
import { clone } from './clone.operation';

export const voice: Resource = { value: 'voice', name: 'Voice', operations: [clone] };
