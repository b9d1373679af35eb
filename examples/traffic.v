// Lights at a crossing of a main road and a side road; cars on the side road are sensed.
module traffic (
    input clk,
    input car,
    output main_green,
    output side_green
);
    // 0: main green, 1: main yellow, 2: side green, 3: side yellow
    reg [1:0] phase = 0;
    reg [2:0] timer = 0;

    assign main_green = phase == 0;
    assign side_green = phase == 2;

    always @(posedge clk) begin
        timer <= timer + 1;
        case (phase)
            0: if (car && timer >= 4) begin phase <= 1; timer <= 0; end
            1: begin phase <= 2; timer <= 0; end
            2: if (!car || timer == 3) begin phase <= 3; timer <= 0; end
            3: begin phase <= 0; timer <= 0; end
        endcase
    end
endmodule
