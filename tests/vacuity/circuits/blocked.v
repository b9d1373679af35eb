// vacuity: assumptions 3
// What is assumed excludes each other once the counter is at three.
module blocked(input clk, input step, output reg [3:0] count);
    initial count = 0;
    always @(posedge clk)
        if (step) count <= count + 1;
    always @(*) begin
        assert (count != 9);
    end
    always @(*) begin
        assume (step);
        assume (count < 3);
    end
endmodule
