export const peer="10.0.12.48",quoted='\x3c10.0.12.49';
