import { describeDelivery } from './describe-delivery.ts';

describeDelivery('http/protobuf');
